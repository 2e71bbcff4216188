/** The frame of grading: the panel next to the work, the student, other graders, and hidden names. */

import { ActionIcon, Box, Button, Flex, Switch, Text } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { firstName } from '@lms/contract/rules/course-emails'
import type { Submission } from '@lms/contract/submissions'
import { api } from '#lib/api.ts'
import { changeCached } from '#lib/cached.ts'
import { formatClock } from '#lib/format-date.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconChevronLeft, IconChevronRight } from '#ui/icons.ts'
import { hiddenNamesQuery, useSetHiddenNames } from './api.ts'
import { gradingQueueKey, type SubmissionNeighbours } from './grading-queue.tsx'
import classes from './grading-head.module.css'
import submissionsClasses from './submissions.module.css'

type Props = { submission: Pick<Submission, 'student'>; neighbours: SubmissionNeighbours; isHidden: boolean; children?: ReactNode }

function Step({ to, label, children }: { to: string | null; label: string; children: ReactNode }) {
  const look = { variant: 'default', size: 36, 'aria-label': label } as const
  // A disabled button would lose the focus of keyboard users.
  if (to === null) {
    return (
      <ActionIcon {...look} className={classes.end ?? ''} aria-disabled>
        {children}
      </ActionIcon>
    )
  }
  return (
    <ActionIcon {...look} component={Link} to={to}>
      {children}
    </ActionIcon>
  )
}

function Steps({ neighbours }: { neighbours: SubmissionNeighbours }) {
  return (
    <span className={classes.steps}>
      <Step to={neighbours.previous} label="Previous student (K)">
        <IconChevronLeft size={18} stroke={1.75} aria-hidden />
      </Step>
      <Step to={neighbours.next} label="Next student (J)">
        <IconChevronRight size={18} stroke={1.75} aria-hidden />
      </Step>
    </span>
  )
}

export function GradingHead({ submission, neighbours, isHidden, children }: Props) {
  const { student } = submission
  return (
    <Flex align="center" gap={12} flex={1} miw={0}>
      <Avatar id={student.id} name={student.name} src={student.profileImageUrl} size={36} isHidden={isHidden} />
      <Box flex={1} miw={0}>
        <p className={classes.name}>{student.name}</p>
        <Text variant="meta">{neighbours.place}</Text>
      </Box>
      {children}
      <Steps neighbours={neighbours} />
    </Flex>
  )
}

type Graders = Awaited<ReturnType<typeof api.grading.reportGrading>>['graders']

/** Milliseconds; a grader without a heartbeat for a minute counts as absent. */
const heartbeatMs = 20_000

/** Asking for the others also reports one's own presence; a page in the background does not ask. */
export const gradersQuery = ({ id: submissionId, courseId }: Pick<Submission, 'id' | 'courseId'>) =>
  queryOptions({
    queryKey: ['grading', 'reportGrading', submissionId],
    queryFn: ({ signal }) => api.grading.reportGrading({ params: { submissionId, courseId } }, { signal }),
    refetchInterval: heartbeatMs,
    staleTime: 0,
    retry: false,
  })

/** Others who have the submission open; saving is not blocked. Empty while there are none: a screen reader announces it when someone comes. */
export function OtherGraders({ graders, next }: { graders: Graders; next: string | null }) {
  const [first] = graders
  const names = new Intl.ListFormat('en-GB').format(graders.map(({ grader }) => firstName(grader.name)))
  return (
    <div role="status">
      {first && (
        <div className={classes.line}>
          <Avatar id={first.grader.id} name={first.grader.name} src={first.grader.profileImageUrl} size={24} />
          <Text span inherit c="blue" fw={600} flex={1}>
            {names} {graders.length === 1 ? 'is' : 'are'} grading this
          </Text>
          <Text span inherit c="dimmed">
            {formatClock(first.since)}
          </Text>
          {next !== null && (
            <Button variant="default" size="sm" component={Link} to={next}>
              Go to next
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

export const hiddenNamesHelp = 'The gradebook and exports still show names.'

type Place = Pick<Submission, 'courseId' | 'assignmentId'>

export const useHasHiddenNames = ({ courseId, assignmentId }: Place): boolean =>
  useQuery(hiddenNamesQuery({ params: { courseId, assignmentId } })).data?.isHidden === true

/** Grading without names: a switch per assignment and grader. The server then sends numbers. */
export function HideNames({ courseId, assignmentId }: Place) {
  const client = useQueryClient()
  const params = { courseId, assignmentId }
  const isHidden = useHasHiddenNames(params)
  const set = useSetHiddenNames({
    queue: 'hidden-names',
    onSaved: (reply) => {
      // The switch stays as it was set while the rest is read again.
      changeCached(client, hiddenNamesQuery({ params }).queryKey, () => reply)
      // A queue sorted by name has another order now.
      void client.invalidateQueries({ queryKey: [gradingQueueKey] })
    },
  })
  return (
    <Switch
      size="sm"
      title={`Students are numbers here and while you grade. ${hiddenNamesHelp}`}
      label={<span className={submissionsClasses.hideNames}>Hide names</span>}
      checked={set.isPending ? set.variables.body.isHidden : isHidden}
      onChange={(event) => set.mutate({ params, body: { isHidden: event.currentTarget.checked } })}
    />
  )
}

type SidePanelProps = { label: string; head: ReactNode; foot?: ReactNode; children: ReactNode }

/** A panel along the right edge of a full-screen view: header and footer stay, the body scrolls. On phones it is an ordinary block. */
export function SidePanel({ label, head, foot, children }: SidePanelProps) {
  return (
    <aside className={classes.sidePanelPanel} aria-label={label}>
      <div className={classes.sidePanelHead}>{head}</div>
      <div className={classes.body}>{children}</div>
      {foot && <div className={classes.sidePanelFoot}>{foot}</div>}
    </aside>
  )
}

/** The work on the left, the panel on the right: the whole screen of a full-screen view. */
export const WithSidePanel = ({ children, panel }: { children: ReactNode; panel: ReactNode }) => (
  <div className={classes.split}>
    <div>{children}</div>
    {panel}
  </div>
)
