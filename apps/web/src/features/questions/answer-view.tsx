/** A student's answer to a question: text, choices, and files to open or save. */

import { Box, Button, Flex, Stack, Text } from '@mantine/core'
import type { Question } from '@lms/contract/assignments'
import { sourceType } from '@lms/contract/file-types'
import { isolate } from '@lms/contract/rules/direction'
import { completeUrl, isLinkUrl } from '@lms/contract/rules/https-url'
import { type AnswerValue, givenValues, hasOptions } from '@lms/contract/rules/questions'
import type { Submission } from '@lms/contract/submissions'
import { fileSize } from '#lib/files.ts'
import { IconFileText } from '#ui/icons.ts'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { FileView } from '#features/files/view/file-view.tsx'
import { formatAnswer } from './answer-text.ts'
import classes from './answer-view.module.css'

type Mark = { glyph: StatusName; words?: string; tone?: 'ok' | 'bad' }

/** The state of an option: students see what they chose, staff also what is correct. */
function optionMark(isChosen: boolean, isRight: boolean | null): Mark {
  if (isRight === null) return isChosen ? { glyph: 'done', words: 'Selected' } : { glyph: 'not-started' }
  if (isRight)
    return isChosen
      ? { glyph: 'graded', words: 'Correct answer, selected', tone: 'ok' }
      : { glyph: 'done', words: 'Correct answer', tone: 'ok' }
  return isChosen ? { glyph: 'cannot', words: 'Selected, not correct', tone: 'bad' } : { glyph: 'not-started' }
}

export function Options({ question, chosen }: { question: Question; chosen: readonly string[] }) {
  const key = question.answerKey?.length ? question.answerKey : null
  return (
    <Flex component="ul" direction="column" gap={4}>
      {question.options.map((option) => {
        const isChosen = chosen.includes(option)
        const { glyph, words, tone } = optionMark(isChosen, key && key.includes(option))
        return (
          <li key={option} className={`${classes.option} ${isChosen || words ? classes.marked : ''}`}>
            <StatusIcon name={glyph} size={16} />
            <span>
              {option} {words && <span className={`${classes.mark} ${tone ? classes[tone] : ''}`}>{words}</span>}
            </span>
          </li>
        )
      })}
    </Flex>
  )
}

type Props = { question: Question; value: AnswerValue | undefined; files: Submission['files'] }

export function AnswerView({ question, value, files }: Props) {
  const given = givenValues(value)
  if (hasOptions(question.type)) return <Options question={question} chosen={given} />
  if (given.length === 0)
    return (
      <Text inherit c="var(--c-ink3)">
        No answer
      </Text>
    )
  switch (question.type) {
    case 'LINK': {
      const address = completeUrl(given[0]!)
      return isLinkUrl(address) ? (
        <a href={address} target="_blank" rel="noopener noreferrer nofollow" className={classes.link}>
          {address}
        </a>
      ) : (
        <p className={classes.link}>{address}</p>
      )
    }
    case 'FILE':
      return (
        <Stack gap={12}>
          {given.map((key, index) => {
            const file = files.find((one) => one.key === key)
            return file ? <FileCard key={key} file={file} number={index + 1} /> : <p key={key}>This file was deleted</p>
          })}
        </Stack>
      )
    default:
      return <p className={classes.text}>{formatAnswer(question, given)}</p>
  }
}

type AnswerFile = Submission['files'][number]

const typeNames: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
  'text/plain': 'Text',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
}

const getTypeName = ({ type, name }: AnswerFile): string =>
  (type === sourceType ? (name.split('.').at(-1) ?? '').toUpperCase() : typeNames[type]) ??
  (type.split('/')[0] === 'image' ? 'Picture' : (type.split('/').at(-1) ?? '').toUpperCase())

/** Files uploaded without a name are named after their key, which means nothing to people. */
export const fileName = ({ name, type }: Pick<AnswerFile, 'name' | 'type'>, number: number): string =>
  /^[0-9a-f]{8}-[0-9a-f-]{27}\./.test(name) ? `File ${number}.${name.split('.').at(-1) ?? type}` : name

export const fileMeta = (file: AnswerFile): string => [getTypeName(file), file.size > 0 && fileSize(file.size)].filter(Boolean).join(', ')

/** A submitted file: name and size, open and save, and a preview if possible. */
export function FileCard({ file, number }: { file: AnswerFile; number: number }) {
  const name = fileName(file, number)
  // Everything else is saved by the browser, never opened as a page.
  const action = /^(image|video|audio)\//.test(file.type) ? 'Open' : 'Download'
  return (
    <Stack gap={12}>
      <div className={classes.card}>
        <IconFileText size={18} stroke={1.75} aria-hidden />
        <Box flex={1} miw={0}>
          <Text inherit truncate c="var(--c-ink)" fw={500}>
            {name}
          </Text>
          <Text inherit fz="sm" lh="sm">
            {fileMeta(file)}
          </Text>
        </Box>
        <Button
          variant="default"
          size="sm"
          component="a"
          href={file.url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${action} ${isolate(name)}`}
        >
          {action}
        </Button>
      </div>
      <FileView file={file} name={name} />
    </Stack>
  )
}
