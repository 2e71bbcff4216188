/** Videos and live sessions; and whether this device still has watched time to send. */

import { apiQuery, apiMutation } from '#lib/api-hooks.ts'
import { localStore } from '#lib/local-store.ts'
import { navigationMaxAgeMs } from '#lib/navigation-max-age.ts'

/** Weeks and courses hold media; the calendar shows live sessions. */
const changedDomains = ['media', 'weeks', 'courses', 'calendar'] as const

export const mediaQuery = apiQuery('media', 'getMedia', { staleTime: navigationMaxAgeMs })
export const viewersQuery = apiQuery('media', 'getViewers')
export const otherUsesQuery = apiQuery('media', 'getOtherUses')
export const allMediaQuery = apiQuery('media', 'listMedia')
export const libraryMediaQuery = apiQuery('media', 'getLibraryMedia')
export const useCreateMedia = apiMutation('media', 'createMedia', { invalidates: changedDomains, errors: 'inline' })
export const useAddFromLibrary = apiMutation('media', 'addWeekMedia', { invalidates: changedDomains })
export const useUpdateMedia = apiMutation('media', 'updateMedia', { invalidates: changedDomains, errors: 'inline' })
export const mediaOptionsQuery = apiQuery('media', 'getMediaOptions')
export const useRetryZoomMeeting = apiMutation('media', 'retryZoomMeeting', { invalidates: ['media'] })
export const useRemoveMedia = apiMutation('media', 'removeMedia', { invalidates: changedDomains })
export const useRemoveLibraryMedia = apiMutation('media', 'removeLibraryMedia', { invalidates: changedDomains })
export const useRemoveMediaFile = apiMutation('media', 'removeMediaFile', { invalidates: changedDomains })

/** The storage key of unsent watch progress. The code that sends it is only loaded if there is some. */
export const unsentName = (userId: string): string => `watch:${userId}`

export const hasUnsentProgress = (userId: string): boolean => localStore.getItem(unsentName(userId)) !== null
