"""The second proof: the words of a quotation are read again from the bytes of the file that a transcript came from.

Written from what each format says of its escapes alone; the readers of transcripts may not be imported here.
"""
