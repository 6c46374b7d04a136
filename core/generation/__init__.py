"""From the settings to a finished edition: prompts, requests, retries, finished chapters, the offline client."""
