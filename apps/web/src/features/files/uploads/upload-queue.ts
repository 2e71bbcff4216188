/** The uploads that wait and those that are sent, three at a time. */

import { type UploadTools, runUpload } from './run-upload.ts'

const filesAtOnce = 3

export function createUploadQueue(tools: UploadTools) {
  const { list } = tools
  const running = new Map<string, AbortController>()
  /** Starts waiting uploads while there are free slots. */
  const startWaiting = (): void => {
    const { uploads, userId } = list.store.getState()
    for (const { id } of uploads.filter(({ state, ownerId }) => state === 'waiting' && ownerId === userId)) {
      if (running.size >= filesAtOnce) return
      const controller = new AbortController()
      running.set(id, controller)
      void runUpload(id, controller.signal, tools).finally(() => {
        if (running.get(id) === controller) running.delete(id)
        startWaiting()
      })
    }
  }
  return {
    startWaiting,
    add: (id: string): void => {
      void list.save(id, { state: 'waiting', isPaused: false, reason: null })
      startWaiting()
    },
    stop: (id: string): void => {
      running.get(id)?.abort()
      running.delete(id)
    },
  }
}

export type UploadQueue = ReturnType<typeof createUploadQueue>
