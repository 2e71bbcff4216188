/** Not built yet. */
export { later as addWeekMedia, later as createMedia, later as getMedia, later as listMedia, later as removeMedia, later as removeMediaFile, later as updateMedia } from '#http/handler.ts'
