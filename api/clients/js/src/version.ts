// The version of the contract that this client was made from; api/clients/versions.py writes it.
export const VERSION = '0.1.0';
