/** Whether this page has uploads to care for, so that their code is loaded for those alone who need it. */
import { create } from 'zustand'

export const useUploadsStarted = create(() => ({ isStarted: false }))
