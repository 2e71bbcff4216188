/** Numbers beside menu items and on the bell, set by what has the data anyway: no request is made for a menu item. */
import { create } from 'zustand'

export type NavBadgeName = 'assignments' | 'attendance' | 'courses' | 'notices'

export const useNavBadges = create<Partial<Record<NavBadgeName, number>>>(() => ({}))
