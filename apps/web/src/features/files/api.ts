/** Uploads as the server knows them. */
import { read, write } from '#lib/calls.ts'

export const unfinishedQuery = read('files', 'listUploads')
export const othersUploadsQuery = read('files', 'listOthersUploads')
export const useAbortUpload = write('files', 'abortMultipart', { invalidates: ['files'] })
export const useRemoveFile = write('files', 'removeFile', { invalidates: ['files'] })
