"""What a session amounts to, without a screen: its effective map, files recognised, files written."""
