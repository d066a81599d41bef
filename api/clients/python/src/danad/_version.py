"""The version of the contract that this client was made from; api/clients/versions.py writes it."""

VERSION = "1.0.0rc1"
