/** The way back from the page on screen: the page says it, the top bar of phones shows it. */
import { create } from 'zustand'

export type Crumb = { label: string; to?: string | undefined }

export const usePageParent = create<{ parent: Crumb | null }>(() => ({ parent: null }))
