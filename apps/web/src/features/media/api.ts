/** Videos and live sessions. */
import { read, write } from '#lib/calls.ts'

export const mediaQuery = read('media', 'getMedia')
export const viewersQuery = read('media', 'getViewers')
export const otherUsesQuery = read('media', 'getOtherUses')
export const allMediaQuery = read('media', 'listMedia')
export const libraryMediaQuery = read('media', 'getLibraryMedia')
export const useCreateMedia = write('media', 'createMedia', { invalidates: ['media', 'weeks', 'courses'], errors: 'inline' })
export const useAddFromLibrary = write('media', 'addWeekMedia', { invalidates: ['media', 'weeks', 'courses'] })
export const useUpdateMedia = write('media', 'updateMedia', { invalidates: ['media', 'weeks', 'courses'], errors: 'inline' })
export const mediaOptionsQuery = read('media', 'getMediaOptions')
export const useRetryZoomMeeting = write('media', 'retryZoomMeeting', { invalidates: ['media'] })
export const useRemoveMedia = write('media', 'removeMedia', { invalidates: ['media', 'weeks', 'courses'] })
export const useRemoveLibraryMedia = write('media', 'removeLibraryMedia', { invalidates: ['media', 'weeks', 'courses'] })
export const useRemoveMediaFile = write('media', 'removeMediaFile', { invalidates: ['media', 'weeks', 'courses'] })
