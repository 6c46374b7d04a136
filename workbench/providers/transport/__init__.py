"""How a service is reached: addresses, connections, deadlines, event streams, retries."""
