"""The app and the command over `core`: all that touches the world."""
