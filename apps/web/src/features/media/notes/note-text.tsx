/** The text of a note, with its Markdown. */
import { getLinkHost } from '@lms/contract/rules/https-url'
import { Fragment } from 'react'
import { type Block, parseBlocks, type Inline } from './markdown.ts'
import classes from './notes.module.css'

function Piece({ part }: { part: Inline }) {
  if (typeof part === 'string') return part
  if (part.kind === 'strong') return <strong>{part.text}</strong>
  if (part.kind === 'code') return <code>{part.text}</code>
  const host = getLinkHost(part.href, part.text)
  return (
    <>
      <a href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.text}
      </a>
      {host && <span className={classes.host}> ({host})</span>}
    </>
  )
}

/* Positions are the only names that parts of a text have, and it is always drawn as a whole. */
const Line = ({ parts }: { parts: readonly Inline[] }) => parts.map((part, index) => <Piece key={index} part={part} />)

function Drawn({ block }: { block: Block }) {
  if (block.kind === 'pre') {
    return (
      <pre tabIndex={0}>
        <code>{block.text}</code>
      </pre>
    )
  }
  if (block.kind === 'list') {
    return (
      <ul>
        {block.items.map((parts, index) => (
          <li key={index}>
            <Line parts={parts} />
          </li>
        ))}
      </ul>
    )
  }
  return block.kind === 'quote' ? (
    <blockquote>
      <Line parts={block.parts} />
    </blockquote>
  ) : (
    <p>
      <Line parts={block.parts} />
    </p>
  )
}

export function NoteText({ content }: { content: string }) {
  return (
    <div className={classes.text}>
      {parseBlocks(content).map((block, index) => (
        <Fragment key={index}>
          <Drawn block={block} />
        </Fragment>
      ))}
    </div>
  )
}
