/** Videos and live sessions. */
import { apiQuery, apiMutation } from '#lib/api-hooks.ts'

export const mediaQuery = apiQuery('media', 'getMedia')
export const viewersQuery = apiQuery('media', 'getViewers')
export const otherUsesQuery = apiQuery('media', 'getOtherUses')
export const allMediaQuery = apiQuery('media', 'listMedia')
export const libraryMediaQuery = apiQuery('media', 'getLibraryMedia')
export const useCreateMedia = apiMutation('media', 'createMedia', { invalidates: ['media', 'weeks', 'courses'], errors: 'inline' })
export const useAddFromLibrary = apiMutation('media', 'addWeekMedia', { invalidates: ['media', 'weeks', 'courses'] })
export const useUpdateMedia = apiMutation('media', 'updateMedia', { invalidates: ['media', 'weeks', 'courses'], errors: 'inline' })
export const mediaOptionsQuery = apiQuery('media', 'getMediaOptions')
export const useRetryZoomMeeting = apiMutation('media', 'retryZoomMeeting', { invalidates: ['media'] })
export const useRemoveMedia = apiMutation('media', 'removeMedia', { invalidates: ['media', 'weeks', 'courses'] })
export const useRemoveLibraryMedia = apiMutation('media', 'removeLibraryMedia', { invalidates: ['media', 'weeks', 'courses'] })
export const useRemoveMediaFile = apiMutation('media', 'removeMediaFile', { invalidates: ['media', 'weeks', 'courses'] })
