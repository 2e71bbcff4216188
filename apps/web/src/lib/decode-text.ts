/** Reads text files, such as captions. */

import { detectEncoding } from '@lms/contract/rules/text-encoding'

/** Text of any encoding that `detectEncoding` knows. Lines end in LF. */
export const decodeText = (bytes: Uint8Array): string => new TextDecoder(detectEncoding(bytes)).decode(bytes).replaceAll('\r\n', '\n')
