/** The answers of one response, under the questions of the version that they were given to. */
import type { SignupResponse } from '@lms/contract/signup-responses'
import type { FormQuestion } from '@lms/contract/rules/form-answers'
import { formatAnswer } from './labels.ts'
import classes from './responses.module.css'

type Files = SignupResponse['files']
type Value = string | string[] | undefined

/** An answer as text, or as links to its files. */
export function AnswerValue({ question, value, files }: { question: Pick<FormQuestion, 'type'>; value: Value; files: Files }) {
  if (question.type !== 'FILE') return formatAnswer(question, value) || <span className={classes.meta}>Not answered</span>
  const given = files.filter(({ key }) => [value ?? []].flat().includes(key))
  if (given.length === 0) return <span className={classes.meta}>Not answered</span>
  return given.map(({ key, name, url }) => (
    <a key={key} href={url} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  ))
}

type Props = Pick<SignupResponse, 'version' | 'answers' | 'files'> & { versions: readonly { version: number; questions: FormQuestion[] }[] }

export function ResponseAnswers({ version, answers, files, versions }: Props) {
  const questions = versions.find((one) => one.version === version)?.questions ?? []
  const isOld = version !== Math.max(...versions.map((one) => one.version))
  return (
    <>
      {isOld && <p className={classes.meta}>Version {version} of the form. It has been changed since.</p>}
      <dl className={classes.given}>
        {questions.map((question) => (
          <div key={question.id}>
            <dt>{question.label}</dt>
            <dd>
              <AnswerValue question={question} value={answers.find(({ questionId }) => questionId === question.id)?.value} files={files} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
