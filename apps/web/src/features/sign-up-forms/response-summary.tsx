/** Seats, and each question with its choices as bars or its texts to read: for all responses, whatever the table shows. */

import { Button, Flex, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { hasOptions, takesMany } from '@lms/contract/rules/questions'
import type { FormQuestion } from '@lms/contract/signup-forms'
import { pluralize } from '#lib/pluralize.ts'
import { getCoverColor } from '#ui/avatar.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SkeletonText } from '#ui/loading.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { ProgressBar } from '#ui/progress.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Section } from '#ui/row.tsx'
import { Stat } from '#ui/stat.tsx'
import { typeLabels } from '#features/questions/question-types.ts'
import { responsesQuery, summaryQuery } from './api.ts'
import { responseStatusLabels } from './labels.ts'
import { ResponseAnswer } from './response-panel.tsx'
import type { ResponseList } from './response-table.tsx'
import classes from './response-summary.module.css'
import shared from './responses.module.css'

type Props = { courseId: string; responses: Pick<ResponseList, 'reading' | 'readingPage' | 'toAnswers' | 'closeAnswers'> }

const yesNo: Record<string, string> = { yes: 'Yes', no: 'No' }

export function Seats({ taken, total }: { taken: number; total: number | null }) {
  if (total === null) return null
  const left = Math.max(0, total - taken)
  return (
    <Flex component="section" direction="column" gap={8} aria-label="Seats">
      <Flex align="baseline" justify="space-between">
        <Text component="h2" variant="section">
          Seats
        </Text>
        <Stat rest={`/ ${total}`}>{taken}</Stat>
      </Flex>
      <ProgressBar label="Seats taken" value={total === 0 ? 100 : (taken / total) * 100} />
      <Text variant="meta" className={shared.meta}>
        {left === 0 ? 'No seats left.' : `${pluralize(left, 'seat')} left.`} When the course is full, approved people join the waiting list
        and move up when somebody leaves.
      </Text>
    </Flex>
  )
}

export function ResponseSummary({ courseId, responses }: Props) {
  const summary = useQuery(summaryQuery({ params: { courseId } }))
  const read = summary.data?.questions.find(({ id }) => id === responses.reading)
  const color = { '--most': `var(--spine-${getCoverColor(courseId)})` }
  return (
    <>
      <Section
        title="Summary"
        count={summary.data?.total ?? ' '}
        action={
          <Text span variant="meta" className={shared.meta}>
            All responses
          </Text>
        }
      >
        <QueryPart query={summary} what="The summary" loading={<SkeletonText lines={6} />}>
          {({ questions }) => (
            <ol className={classes.summary} style={color}>
              {questions.map(({ id, label, type, answered, choices }, index) => {
                const most = Math.max(0, ...choices.map(({ count }) => count))
                return (
                  <li key={id}>
                    <span className={classes.number}>{index + 1}</span>
                    <div>
                      <p className={classes.question}>
                        <span>{label}</span>
                        {choices.length === 0 &&
                          (answered === 0 ? (
                            <Text span variant="meta" fw={500} className={shared.meta}>
                              No answers
                            </Text>
                          ) : (
                            <Link className={classes.read} to={responses.toAnswers(id)} aria-label={`Read ${answered}: ${label}`}>
                              Read {answered}
                            </Link>
                          ))}
                      </p>
                      {hasOptions(type) && takesMany(type) && (
                        <Text variant="meta" className={shared.meta}>
                          {typeLabels[type]}
                        </Text>
                      )}
                      {choices.length > 0 && (
                        <dl className={classes.bars}>
                          {choices.map(({ option, count }) => (
                            <div key={option}>
                              <dt>{hasOptions(type) ? option : (yesNo[option] ?? option)}</dt>
                              <dd>{count}</dd>
                              <span className={classes.bar} data-drawn aria-hidden>
                                <span
                                  className={count === most && most > 0 ? classes.most : undefined}
                                  style={{ width: `${answered === 0 ? 0 : (count / answered) * 100}%` }}
                                />
                              </span>
                            </div>
                          ))}
                        </dl>
                      )}
                    </div>
                  </li>
                )
              })}
            </ol>
          )}
        </QueryPart>
      </Section>
      {read && <ReadAnswers courseId={courseId} question={read} page={responses.readingPage} onClose={responses.closeAnswers} />}
    </>
  )
}

const limit = 50

type AnswersProps = { courseId: string; question: FormQuestion; page: number; onClose: () => void }

/** All answers to one question, to be read one after the other. */
function ReadAnswers({ courseId, question, page, onClose }: AnswersProps) {
  const list = useQuery({
    ...responsesQuery({ params: { courseId }, query: { answered: question.id, page, limit } }),
    placeholderData: keepPreviousData,
  })
  const close = (
    <Button variant="default" onClick={onClose}>
      Close
    </Button>
  )
  return (
    <Dialog isOpen onClose={onClose} title={question.label} size={720} foot={close}>
      <QueryPart query={list} what="The answers" loading={<SkeletonText lines={6} />}>
        {({ items, total }) => (
          <>
            <Text variant="meta" className={shared.meta}>
              {pluralize(total, 'answer')}
            </Text>
            <ul className={shared.given}>
              {items.map(({ id, person, status, answers, files }) => (
                <li key={id}>
                  <Text variant="meta" className={shared.meta}>
                    {person.name} · {responseStatusLabels[status]}
                  </Text>
                  <p className={classes.answer}>
                    <ResponseAnswer
                      question={question}
                      value={answers.find(({ questionId }) => questionId === question.id)?.value}
                      files={files}
                    />
                  </p>
                </li>
              ))}
            </ul>
            {total > limit && <Pagination page={page} limit={limit} total={total} label="Answers" name="readPage" />}
          </>
        )}
      </QueryPart>
    </Dialog>
  )
}
