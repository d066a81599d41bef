// The version of the contract that this client was made from; api/clients/versions.py writes it.
export const VERSION = '1.0.0-rc.1';
