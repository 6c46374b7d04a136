"""The app's server: under which names it may be reached, which requests it takes, what its answers let a browser do."""
