/** Not built yet. */
export { later as completeMultipart, later as initMultipart, later as presignPart, later as presignUpload, later as removeFile } from '#http/handler.ts'
