/** A student's earlier attempts with their answers, marks and feedback; collapsed by default. */

import { Button, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatMarks } from '@lms/contract/rules/marks'
import { isRecorded } from '@lms/contract/rules/submission-window'
import type { Submission } from '@lms/contract/submissions'
import { pageLimit } from '#lib/api-lists.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { Section } from '#ui/row.tsx'
import { getPrompt } from '#features/assignments/question.tsx'
import { AnswerView } from '#features/questions/answer-view.tsx'
import { answersFromList, getQuestions } from './answers.ts'
import { attemptsQuery, myDeletedAttemptsQuery } from './api.ts'
import { AttemptsLoading } from './attempts-loading.tsx'
import { Feedback } from './submitted-work.tsx'
import classes from './earlier-attempts.module.css'

type Props = { submission: Submission; maxMarks: number; isDeleted?: boolean }

export const EarlierAttempts = (props: Props) => (props.submission.attempt > 1 ? <Attempts {...props} /> : null)

const fewAtFirst = 5

function Attempts({ submission: { id, courseId, attempt, recordedBy }, maxMarks, isDeleted = false }: Props) {
  const [limit, setLimit] = useState(fewAtFirst)
  const own = useQuery({
    ...attemptsQuery({ params: { submissionId: id, courseId }, query: { limit } }),
    placeholderData: keepPreviousData,
    enabled: !isDeleted,
  })
  const deleted = useQuery({
    ...myDeletedAttemptsQuery({ params: { id }, query: { limit } }),
    placeholderData: keepPreviousData,
    enabled: isDeleted,
  })
  const found = isDeleted ? deleted : own
  const { data } = found
  return (
    <Section title="Earlier attempts" count={data?.total ?? attempt - 1}>
      {!data && <AttemptsLoading found={found} />}
      <div className={classes.list}>
        {data?.items.map((one) => (
          <details key={one.attempt} className={classes.attempt}>
            <summary className={classes.summary}>
              <Text span inherit fw={500}>
                Attempt {one.attempt}
              </Text>
              <Text span variant="meta">
                {isRecorded({ ...one, recordedBy }) ? 'Outside LMS' : formatDayAndTime(one.submittedAt)}
                {one.late && ', late'}
              </Text>
              <Text span inherit fz="sm" fw={600} ml="auto">
                {one.marks !== null && `${formatMarks(one.marks)} / ${formatMarks(maxMarks)}`}
              </Text>
            </summary>
            <Stack gap={20} p="8px 0 24px 26px">
              <Feedback result={one} />
              {getQuestions(data, one.questionsVersion).map((question) => (
                <Stack key={question.id} gap={6}>
                  <Text variant="label" c="dimmed">
                    {getPrompt(question)}
                  </Text>
                  <AnswerView question={question} value={answersFromList(one.answers)[question.id]} files={data.files} />
                </Stack>
              ))}
            </Stack>
          </details>
        ))}
      </div>
      {data && data.total > data.items.length && limit === fewAtFirst && (
        <Button variant="default" size="sm" loading={found.isFetching} onClick={() => setLimit(pageLimit)}>
          Show all {data.total}
        </Button>
      )}
    </Section>
  )
}
