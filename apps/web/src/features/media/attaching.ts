/** Which files may stand beside a recording or session, and how they are sent. */
import { acceptOf, type FileKind, fileRefusal } from '#features/files/file-types.ts'
import { uploadFile } from '#features/files/upload.ts'

const kinds: readonly FileKind[] = ['document', 'image']

export const attaching = { upload: uploadFile, refusalOf: (file: File) => fileRefusal(file, kinds), accept: acceptOf(kinds) }
