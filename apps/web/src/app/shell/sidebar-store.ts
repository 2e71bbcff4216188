/** Whether the sidebar is folded to its rail: the person's choice, remembered on this device. */
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { localStore } from '#lib/local-store.ts'

type Fold = { isFolded: boolean; setFolded: (isFolded: boolean) => void }

export const useSidebar = create<Fold>()(
  persist((set) => ({ isFolded: false, setFolded: (isFolded) => set({ isFolded }) }), {
    name: 'lms-sidebar',
    storage: createJSONStorage(() => localStore),
  }),
)
