/** Numbers beside menu items, set by screens that have the data anyway: no request is ever made for a badge. */
import { create } from 'zustand'

export type NavBadgeName = 'assignments' | 'attendance' | 'courses'

export const useNavBadges = create<Partial<Record<NavBadgeName, number>>>(() => ({}))
