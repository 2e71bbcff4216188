/** The first steps of a new school: each is done as soon as the school has what it asks for. */

import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SchoolHome } from '@lms/contract/home'
import { isolate } from '@lms/contract/rules/direction'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { choosePreferences } from '#lib/preferences.ts'
import { Card } from '#ui/card.tsx'
import { IconCheck, IconLock, IconPlus } from '#ui/icons.ts'
import { notify } from '#ui/toasts.tsx'
import classes from './school-home.module.css'

type Action = { label: string; to: string; icon?: ReactNode }
type Step = {
  title: string
  help: string
  /** What there is, once it is done. */
  fact: string | null
  actions: Action[]
  /** What has to be done first. */
  needs?: string
}

const plus = <IconPlus size={18} stroke={1.75} aria-hidden />

function getEmailStep({ courseWithStudents, hasEmailed }: SchoolHome['start']): Step {
  return {
    title: 'Send the first email',
    help: 'Welcome your students and say when the course starts.',
    fact: hasEmailed ? 'Sent' : null,
    actions: courseWithStudents ? [{ label: 'Write email', to: paths.courseEmails.to({ courseId: courseWithStudents }) }] : [],
    ...(!courseWithStudents && { needs: 'Needs a course with students' }),
  }
}

const listSteps = ({ start, people }: Pick<SchoolHome, 'start' | 'people'>): Step[] => [
  {
    title: 'Create a course',
    help: 'Title, first day and number of weeks. Everything can be changed later.',
    fact: start.firstCourse && isolate(start.firstCourse.title),
    actions: [{ label: 'New course', to: paths.courseNew.to(), icon: plus }],
  },
  {
    title: 'Add trainers',
    help: 'They add videos, live sessions and assignments, and grade.',
    fact: people.trainers > 0 ? pluralize(people.trainers, 'trainer') : null,
    actions: [{ label: 'Add trainer', to: paths.userNew.to() }],
  },
  {
    title: 'Add people',
    help: 'Import a list, add one person, or share the join link of a course.',
    fact: people.students > 0 ? pluralize(people.students, 'person', 'people') : null,
    actions: [
      { label: 'Add User', to: paths.userNew.to() },
      { label: 'Import Users', to: paths.usersImport.to() },
    ],
  },
  getEmailStep(start),
]

/** Whether any of the first steps is still to be done. */
export const hasOpenSteps = (home: Pick<SchoolHome, 'start' | 'people'>): boolean => listSteps(home).some(({ fact }) => fact === null)

function hide(): void {
  choosePreferences({ startSteps: 'HIDDEN' })
  notify.success('Steps hidden. Find them in your menu.', {
    link: { label: 'Undo', onClick: () => choosePreferences({ startSteps: 'SHOWN' }) },
  })
}

function StepRow({ step, number, isNext }: { step: Step; number: number; isNext: boolean }) {
  const { title, help, fact, actions, needs } = step
  const isDone = fact !== null
  return (
    <li className={classes.step}>
      <span className={`${classes.number} ${isDone ? classes.done : isNext ? classes.next : ''}`}>
        {isDone ? <IconCheck size={18} stroke={2} aria-label="Done" /> : number}
      </span>
      <div className={classes.stepWords}>
        <p className={isDone ? classes.doneTitle : classes.stepTitle}>{title}</p>
        {!isDone && <p className={classes.help}>{help}</p>}
      </div>
      {isDone && <p className={classes.help}>{fact}</p>}
      {!isDone && needs && (
        <p className={classes.needs}>
          <IconLock size={16} stroke={1.75} aria-hidden />
          {needs}
        </p>
      )}
      {!isDone && actions.length > 0 && (
        <div className={classes.stepActions}>
          {actions.map(({ label, to, icon }, index) => (
            <Button
              key={label}
              component={Link}
              to={to}
              {...(icon && { leftSection: icon })}
              {...(!(isNext && index === 0) && { variant: 'default' })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}

export function StartSteps({ home }: { home: Pick<SchoolHome, 'start' | 'people'> }) {
  const steps = listSteps(home)
  const done = steps.filter(({ fact }) => fact !== null).length
  const next = steps.find(({ fact, needs }) => fact === null && !needs)
  return (
    <Card as="div">
      <section aria-labelledby="start-steps">
        <div className={classes.stepsHead}>
          <h2 id="start-steps" className={classes.stepsTitle}>
            Start here <span className={classes.help}>{`${done} of ${steps.length} done`}</span>
          </h2>
          <Button variant="subtle" size="sm" onClick={hide}>
            Hide these steps
          </Button>
        </div>
        <ol className={classes.steps}>
          {steps.map((step, index) => (
            <StepRow key={step.title} step={step} number={index + 1} isNext={step === next} />
          ))}
        </ol>
      </section>
    </Card>
  )
}
