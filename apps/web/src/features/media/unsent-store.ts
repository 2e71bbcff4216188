/** Where watching that was not sent yet is stored, so that the code that sends it is loaded only where there is some. */
import { localStore } from '#lib/local-store.ts'

export const unsentName = (userId: string): string => `watch:${userId}`

export const hasUnsentProgress = (userId: string): boolean => localStore.getItem(unsentName(userId)) !== null
