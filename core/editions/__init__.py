"""What leaves the program: certificates and their comparison, files, and any article checked against a transcript."""
