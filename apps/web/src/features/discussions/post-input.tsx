/** The editor of posts: the rich text of the product, with people to mention and pictures. A separate chunk. */

import { ActionIcon, Text, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { api } from '#lib/api.ts'
import { formatShortDay } from '#lib/format-date.ts'
import { Avatar } from '#ui/avatar.tsx'
import { IconAt } from '#ui/icons.ts'
import { Mention } from '#ui/rich-text-formats.ts'
import { RichTextInput } from '#ui/rich-text-input.tsx'
import type { RichTextEditorProps } from '#ui/rich-text-props.ts'
import { Picture } from '#features/files/picture-node.ts'
import { PictureDescription, PictureTool, usePictures } from '#features/files/picture-tool.tsx'
import { membersQuery } from './api.ts'
import classes from './post-input.module.css'

const extensions = [Mention, Picture]

/** Pixels of the longer side. */
const longest = 1600

type Typed = { search: string; from: number; left: number; bottom: number }

/** The name being typed after an @, before the caret. */
function findTyped(editor: Editor): Typed | null {
  const { $from, empty } = editor.state.selection
  if (!empty || editor.isActive('codeBlock') || editor.isActive('code')) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const search = /(?:^|[\s(\ufffc])@([\p{L}\p{M}\p{N}'’-]{0,30}(?: [\p{L}\p{M}\p{N}'’-]{1,30})?)$/u.exec(before)?.[1]
  if (search === undefined) return null
  const from = $from.pos - search.length - 1
  const { left, bottom } = editor.view.coordsAtPos(from)
  return { search, from, left, bottom }
}

export type PostInputProps = Omit<RichTextEditorProps, 'layout'> & {
  courseId: string
  layout?: 'form' | 'dock'
  /** Ctrl Enter. */
  onSubmit?: () => void
  onEscape?: () => void
  /** While pictures are being added the text is not complete. */
  onAdding?: (isAdding: boolean) => void
  ref?: Ref<PostInputHandle>
}
export type PostInputHandle = { focus: () => void; quote: (html: string) => void }

/** Without images, which only their uploader may post, and mentions, which would notify the same users again. */
function toQuote(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const picture of body.querySelectorAll('img')) picture.remove()
  for (const mention of body.querySelectorAll('[data-mention]')) mention.replaceWith(mention.textContent)
  return body.innerHTML
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
const roleLabels = { TRAINER: 'Trainer', STUDENT: 'Student' }

export function PostInput({ courseId, onSubmit, onEscape, onAdding, onChange, ref, ...field }: PostInputProps) {
  const editor = useRef<Editor | null>(null)
  const [typed, setTyped] = useState<Typed | null>(null)
  const [chosen, setChosen] = useState(0)
  const pictures = usePictures(editor, { longest }, onAdding)
  const found = useQuery({ ...membersQuery({ params: { courseId }, query: { name: typed?.search ?? '' } }), enabled: typed !== null })
  const members = typed ? (found.data?.members ?? []) : []
  const listId = `${field.id ?? 'post'}-members`
  useImperativeHandle(ref, () => ({
    focus: () => void editor.current?.commands.focus('end'),
    quote: (html) =>
      void editor.current
        ?.chain()
        .focus('end')
        .insertContent(`<blockquote>${toQuote(html)}</blockquote><p></p>`)
        .run(),
  }))
  const insert = (member: (typeof members)[number]): void => {
    if (!editor.current || !typed) return
    const content = [
      { type: 'mention', attrs: { id: member.id, label: member.name } },
      { type: 'text', text: ' ' },
    ]
    editor.current
      .chain()
      .focus()
      .insertContentAt({ from: typed.from, to: typed.from + 1 + typed.search.length }, content)
      .run()
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (members.length > 0 && step) {
      setChosen((chosen + step + members.length) % members.length)
      return true
    }
    if (members.length > 0 && (event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey) {
      insert(members[chosen] ?? members[0]!)
      return true
    }
    if (event.key === 'Escape') {
      if (typed) setTyped(null)
      else onEscape?.()
      return true
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return false
    onSubmit?.()
    return true
  }
  /** The list is for the word before the caret: it closes once the caret leaves that, or the text. */
  const follow = (current: Editor): void => {
    const next = current.isFocused ? findTyped(current) : null
    setTyped((open) => (open && next?.from === open.from ? next : null))
  }
  useEffect(() => {
    if (!typed) return undefined
    // The list stays where it was drawn.
    const close = (): void => setTyped(null)
    addEventListener('scroll', close, true)
    return () => removeEventListener('scroll', close, true)
  }, [typed])
  const tools = (
    <>
      <PictureTool pictures={pictures} />
      <ActionIcon
        aria-label="Mention someone"
        title="Mention someone"
        onClick={() => editor.current?.chain().focus().insertContent('@').run()}
      >
        <IconAt {...icon} />
      </ActionIcon>
    </>
  )
  return (
    <>
      <RichTextInput
        {...field}
        ref={editor}
        extraExtensions={extensions}
        extraTools={tools}
        ExtraField={PictureDescription}
        onPictures={pictures.add}
        onSelection={follow}
        onKeyDown={onKeyDown}
        onChange={(html) => {
          onChange(html)
          setTyped(editor.current && findTyped(editor.current))
          setChosen(0)
        }}
      />
      {typed && members.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label="Members of this course"
          className={classes.members}
          style={{ left: Math.max(8, Math.min(typed.left, window.innerWidth - 268)), ...getVerticalPlace(typed.bottom) }}
        >
          {members.map((member, index) => (
            <div key={member.id} role="option" aria-selected={index === chosen} tabIndex={-1}>
              <button type="button" tabIndex={-1} onMouseDown={(event) => event.preventDefault()} onClick={() => insert(member)}>
                <MemberOption member={member} />
              </button>
            </div>
          ))}
        </div>
      )}
      <VisuallyHidden role="status">
        {typed && members.length > 0 ? `${nameFully(members[chosen])}, ${chosen + 1} of ${members.length}. Enter to mention.` : ''}
      </VisuallyHidden>
    </>
  )
}

type Member = Awaited<ReturnType<typeof api.discussions.searchMembers>>['members'][number]
/** What tells two members of one name apart. */
const tellApart = ({ joinedAt, email }: Member): string | null => email ?? (joinedAt && `Joined ${formatShortDay(joinedAt)}`)
const nameFully = (member: Member | undefined): string => [member?.name, member && tellApart(member)].filter(Boolean).join(', ')

function MemberOption({ member }: { member: Member }) {
  return (
    <>
      <Avatar id={member.id} name={member.name} src={member.profileImageUrl} size={24} />
      <span className={classes.who}>
        <bdi>{member.name}</bdi>
        {member.joinedAt && (
          <Text span variant="meta">
            {tellApart(member)}
          </Text>
        )}
      </span>
      <Text span inherit c="dimmed" fz="sm" ml="auto">
        {roleLabels[member.role]}
      </Text>
    </>
  )
}

/** Below the line, or above it if there is no space. */
const getVerticalPlace = (bottom: number): { top: number } | { bottom: number } =>
  bottom < window.innerHeight / 2 ? { top: bottom + 6 } : { bottom: window.innerHeight - bottom + 28 }
