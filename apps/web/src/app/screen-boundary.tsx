/** The boundary of a screen: asks for its data while its code loads, and shows it once both are there. */

import { hashKey, type QueryFunction, type QueryKey, useQueries, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import type { Course } from '@lms/contract/courses'
import { isApiProblem } from '#lib/api-errors.ts'
import { apiQuery } from '#lib/api-hooks.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { fillRequest, type ScreenCall } from '#lib/screen-calls.ts'
import { ScreenQueries } from '#lib/screen-queries.ts'
import { useCan, useSession } from '#lib/session.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { QueryBoundary } from '#ui/query-boundary.tsx'
import { longestWait } from './longest-wait.ts'
import { refetchInterval } from './query-client.ts'
import { type ScreenData, screenData, type ScreenDataName } from './screen-data.ts'

type Params = Readonly<Record<string, string | undefined>>

function toQuery({ domain, name, request, staleTime = 0 }: ScreenCall, params: Params) {
  const filled = fillRequest(request, params)
  const { queryKey, queryFn } = apiQuery(domain, name as never)(filled as never) as { queryKey: QueryKey; queryFn: QueryFunction }
  return {
    queryKey,
    queryFn,
    staleTime,
    // Once the screen is shown, it has intervals of its own.
    refetchInterval: (query: { state: { status: string; error: unknown; data?: unknown } }) =>
      query.state.data === undefined && refetchInterval(query),
  }
}

/**
 * Suspends until the data that the screen names is there, or takes long: the router shows the screen before until then.
 * Returns true if it has fetched the queries. The wait is itself a query, because React discards the state of a component that suspends before it is first shown.
 */
function useWait(queries: readonly ReturnType<typeof toQuery>[]): boolean {
  const client = useQueryClient()
  const { key, pathname } = useLocation()
  const isThere = queries.every(({ queryKey }) => client.getQueryData(queryKey) !== undefined)
  const load = async () => {
    const patience = Promise.withResolvers<void>()
    const timer = setTimeout(patience.resolve, longestWait)
    await Promise.race([Promise.all(queries.map((query) => client.prefetchQuery(query))), patience.promise])
    clearTimeout(timer)
    return true
  }
  return useSuspenseQuery({
    queryKey: ['visit', key, pathname],
    queryFn: load,
    // Offline, the data does not come, but the wait ends.
    networkMode: 'always',
    staleTime: 'static',
    // Another visit, also by “Back”, asks for what is stale by then.
    gcTime: 0,
    ...(isThere && { initialData: false }),
  }).data
}

/** What is asked for when the screen is opened: another path is another visit. */
function useScreenData({ calls, parts = [] }: ScreenData) {
  const params = useParams()
  const { search } = useLocation()
  const [queries] = useState(() => [...calls, ...(search === '' ? parts : [])].map((call) => toQuery(call, params)))
  const [keys] = useState(() => {
    const all = queries.map(({ queryKey }) => hashKey(queryKey))
    return { calls: new Set(all.slice(0, calls.length)), parts: new Set(all.slice(calls.length)) }
  })
  const isAsked = useWait(queries)
  const onMount = isAsked ? ({ refetchOnMount: false, retryOnMount: false } as const) : {}
  return { keys, results: useQueries({ queries: queries.map((query) => ({ ...query, ...onMount })) }).slice(0, calls.length) }
}

const isForbidden = ({ error }: { error: unknown }): boolean => isApiProblem(error) && error.status === 403

export function ScreenBoundary({ name, children }: { name: ScreenDataName; children: ReactNode }) {
  const data = screenData[name]
  const { calls, what, backTo, help, leavesRemoved, isForMembers, needs } = data
  const { courseId = '' } = useParams()
  const may = useCan()
  const email = useSession(({ user }) => user?.email)
  const list = useList(backTo)
  const { keys, results } = useScreenData(data)
  const found = results[calls.findIndex((call) => call.name === 'getCourse')]
  const course = found?.data as Course | undefined
  const isOutside = course !== undefined && !course.weeks
  if (isForMembers && (isOutside || results.some(isForbidden))) {
    // Users who have just become members are none in a stale copy.
    return isOutside && found?.isFetching ? <LoadingScreen /> : <Navigate to={paths.courseDetails.to({ courseId })} replace />
  }
  const isRefused = needs && course && !may(needs.action, course.membership)
  return (
    <QueryBoundary queries={results} what={what} help={help} leavesRemoved={leavesRemoved} {...list}>
      {() => (isRefused ? <NoAccess email={email} help={needs.help} /> : <ScreenQueries value={keys}>{children}</ScreenQueries>)}
    </QueryBoundary>
  )
}

/** The list of such objects, for users who look for one that is gone. */
function useList(name: ScreenData['backTo']): { to: string; toLabel: string; isHidden?: boolean } {
  const { courseId = '' } = useParams()
  const may = useCan()
  const courses = useCoursesBreadcrumb()
  if (name === 'assignments') return { to: paths.assignments.to(), toLabel: 'Go to the assignments' }
  if (name === 'course') return { to: paths.course.to({ courseId }), toLabel: 'Go to the course' }
  if (name === 'discussions') return { to: paths.discussions.to({ courseId }), toLabel: 'Go to the discussions' }
  if (name === 'users' && may('user.list')) return { to: paths.users.to({ page: 1, role: 'all', course: 'all' }), toLabel: 'Go to Users' }
  return { to: courses.to, toLabel: `Go to ${courses.label}`, isHidden: name === 'users' }
}
