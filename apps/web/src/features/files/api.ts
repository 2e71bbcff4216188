/** Uploads as the server knows them. */
import { apiQuery, apiMutation } from '#lib/api-hooks.ts'

export const imageUrlsQuery = apiQuery('files', 'getImageUrls')
export const unfinishedQuery = apiQuery('files', 'listUploads')
export const othersUploadsQuery = apiQuery('files', 'listOthersUploads')
export const useAbortUpload = apiMutation('files', 'abortMultipart', { invalidates: ['files'] })
export const useRemoveFile = apiMutation('files', 'removeFile', { invalidates: ['files'] })
