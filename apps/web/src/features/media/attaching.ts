/** Which files may stand beside a recording or session, and how they are sent. */
import { acceptOf, type FileKind, fileRefusal, uploadFile } from '#features/files/index.ts'

const kinds: readonly FileKind[] = ['document', 'image']

export const attaching = { upload: uploadFile, refusalOf: (file: File) => fileRefusal(file, kinds), accept: acceptOf(kinds) }
