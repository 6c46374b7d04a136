"""JSON of services and programs that write down speech: one module a dialect, `json_file` asks them in turn."""
