/** Going through what is unread in all courses, in the order of the list: which comes next, and the way back. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { create } from 'zustand'
import type { MyDiscussion } from '@lms/contract/my-discussions'
import { canEver, isAdminRole, isStudentRole } from '@lms/contract/policy'
import { useNavBadges } from '#lib/navigation.ts'
import { onNextPerson } from '#lib/next-person.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { myDiscussionsQuery } from './api.ts'
import { goToNextNew, showFirstNew } from './use-thread.ts'

type Walk = {
  /** The address of the list that it began in, with its filters. */
  list: string | null
  /** Those that were opened, the last one last: the list gives it the focus. */
  visited: readonly string[]
  /** Those that were replied to. */
  answered: readonly string[]
  /** What the discussion that is being opened does first: a question waits for a reply, other new posts are read. */
  arriving: 'REPLY' | 'NEW' | null
}

const none: Walk = { list: null, visited: [], answered: [], arriving: null }
export const useWalk = create<Walk>(() => none)
onNextPerson(() => useWalk.setState(none))

/** Another list is opened. */
export const leaveWalk = (): void => useWalk.setState(none)

const addAnswered = (id: string): void =>
  useWalk.setState(({ answered }) => ({ answered: answered.includes(id) ? answered : [...answered, id] }))

/** Some may have been opened and left before their end. */
const nextQuery = myDiscussionsQuery({ query: { filter: 'UNREAD', page: 1, limit: 20 } })
const freshMs = 10_000

type Found = Awaited<ReturnType<NonNullable<typeof nextQuery.queryFn>>>

/** The first that was not opened; after all of them, the first again. */
function findNext({ items, total }: Found, currentId: string | null, visited: readonly string[]) {
  const others = items.filter(({ id }) => id !== currentId)
  return { next: others.find(({ id }) => !visited.includes(id)) ?? others[0], unread: total - (items.length - others.length) }
}

/** The count beside the menu item: questions to answer, for students what is unread. */
export function useDiscussionsBadge(counts: Found['counts'] | undefined): void {
  const isStudent = useSession(({ user }) => isStudentRole(user?.role))
  const count = counts && (isStudent ? counts.unread : counts.unanswered)
  useEffect(() => {
    if (count !== undefined) useNavBadges.setState({ discussions: count })
  }, [count])
}

type Wanted = {
  /** The discussion that is shown. */
  currentId: string | null
  /** Asks for the next one before it is opened. */
  isWanted: boolean
  onNone: () => void
}

export function useNextUnread({ currentId, isWanted, onNone }: Wanted) {
  const client = useQueryClient()
  const navigate = useNavigate()
  // Admins reach all courses, and belong to none.
  const mayWalk = useSession(({ user }) => user !== null && canEver(user.role, 'discussion.listOwn') && !isAdminRole(user.role))
  const visited = useWalk((walk) => walk.visited)
  const { data } = useQuery({ ...nextQuery, enabled: isWanted && mayWalk })
  useDiscussionsBadge(data?.counts)
  const open = ({ id, courseId, group }: MyDiscussion): void => {
    useWalk.setState({ visited: [...visited, id], arriving: group === 'UNANSWERED' ? 'REPLY' : 'NEW' })
    void navigate(paths.discussion.to({ courseId, discussionId: id }))
  }
  const find = useMutation({ mutationFn: () => client.fetchQuery({ ...nextQuery, staleTime: freshMs }) })
  const goToNext = (): void => {
    if (find.isPending) return
    find.mutate(undefined, {
      onSuccess: (found) => {
        const { next } = findNext(found, currentId, visited)
        if (next) open(next)
        else onNone()
      },
    })
  }
  return { mayWalk, isOpening: find.isPending, goToNext, found: data && findNext(data, currentId, visited) }
}

type Reading = {
  /** Marks as read what has been on the screen. */
  saveNow: () => void
  /** Whether that has changed anything. */
  isSaved: boolean
  isLoaded: boolean
}

/** What comes after a discussion: a bar with the next one, in the place of the field, once a reply is posted or nothing is left. */
export function useNextInThread(discussionId: string, { saveNow, isSaved, isLoaded }: Reading) {
  const [bar, setBar] = useState<'REPLIED' | 'NOTHING' | null>(null)
  const { mayWalk, goToNext, ...way } = useNextUnread({
    currentId: discussionId,
    isWanted: isSaved || bar !== null,
    onNone: () => setBar('NOTHING'),
  })
  const [arriving] = useState(() => useWalk.getState().arriving)
  const hasArrived = useRef(false)
  useEffect(() => useWalk.setState({ arriving: null }), [])
  useEffect(() => {
    if (!isLoaded || hasArrived.current) return
    hasArrived.current = true
    if (arriving === 'REPLY') showFirstNew()
    else if (arriving === 'NEW') goToNextNew()
  }, [isLoaded, arriving])
  const leave = (): void => {
    saveNow()
    goToNext()
  }
  const onReplied = (showReply: () => void): void => {
    saveNow()
    addAnswered(discussionId)
    if (mayWalk) setBar('REPLIED')
    showReply()
  }
  return { ...way, bar, closeBar: () => setBar(null), onReplied, goToNext: mayWalk ? leave : undefined, isReplying: arriving === 'REPLY' }
}

export type NextInThread = ReturnType<typeof useNextInThread>
