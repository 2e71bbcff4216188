/** The address of a join link as it is read and typed. */

/** Without the protocol. */
export const shortAddress = (url: string): string => url.replace(/^https?:\/\//, '')
