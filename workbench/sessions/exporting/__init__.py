"""What leaves a session or a folder in other formats than the edition's own."""
