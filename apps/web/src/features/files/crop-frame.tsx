/** The frame in which a picture is moved and brought nearer: by pointer, two fingers, wheel and keys. */
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { type Crop, pan, getImagePosition, type Size, zoomTo } from './crop.ts'
import classes from './images.module.css'

type Props = { src: string; size: Size; crop: Crop; onChange: (change: (now: Crop) => Crop) => void }

/** Share of the side that an arrow key moves by; with Shift the larger one. */
const moveStep = 0.02
const largeMoveStep = 0.1
const zoomStep = 0.1
/** Pixels: less is a click and no drag. */
const clickTolerance = 4

type Point = { x: number; y: number }

const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** What is under the finger stays under it; two fingers zoom by their distance; a click puts its place in the middle. */
function usePointers({ size, onChange }: Pick<Props, 'size' | 'onChange'>) {
  const down = useRef(new Map<number, Point>())
  const travelled = useRef(0)
  const gap = (): number => {
    const [one, other] = [...down.current.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }
  const onPointerDown = (event: PointerEvent): void => {
    event.currentTarget.setPointerCapture(event.pointerId)
    down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    travelled.current = 0
  }
  const onPointerMove = (event: PointerEvent): void => {
    const from = down.current.get(event.pointerId)
    if (!from) return
    const [before, frame] = [gap(), event.currentTarget.getBoundingClientRect()]
    const [right, below] = [from.x - event.clientX, from.y - event.clientY]
    down.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
    travelled.current += Math.hypot(right, below)
    const after = gap()
    if (before > 0 && after > 0) onChange((now) => zoomTo(size, now, (now.zoom * after) / before))
    else onChange((now) => pan(size, now, right / frame.width, below / frame.height))
  }
  const onPointerUp = (event: PointerEvent): void => {
    if (!down.current.delete(event.pointerId) || travelled.current > clickTolerance || event.type === 'pointercancel') return
    const frame = event.currentTarget.getBoundingClientRect()
    const [right, below] = [(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height]
    onChange((now) => pan(size, now, right - 0.5, below - 0.5))
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}

export function CropFrame({ src, size, crop, onChange }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const pointers = usePointers({ size, onChange })
  useEffect(() => {
    const element = frame.current
    // React listens passively, and then the dialog would scroll as well.
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      onChange((now) => zoomTo(size, now, now.zoom * Math.exp(-event.deltaY / 500)))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  })
  const onKeyDown = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key]
    const far = event.shiftKey ? largeMoveStep : moveStep
    const near = { '+': zoomStep, '=': zoomStep, '-': -zoomStep, _: -zoomStep }[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey || (!arrow && near === undefined)) return
    event.preventDefault()
    onChange((now) => (arrow ? pan(size, now, arrow[0] * far, arrow[1] * far) : zoomTo(size, now, now.zoom + (near ?? 0))))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- no role of a control has a place on a plane; in an application the arrow keys come here
    <div
      ref={frame}
      className={classes.frame}
      role="application"
      aria-label="Part of the picture that is used"
      aria-describedby="crop-help"
      tabIndex={0}
      data-autofocus
      onKeyDown={onKeyDown}
      {...pointers}
    >
      <CropView src={src} size={size} crop={crop} />
      <span className={classes.round} />
    </div>
  )
}

/** The chosen square of the picture, filling its container. */
export const CropView = ({ src, size, crop }: Omit<Props, 'onChange'>) => (
  <img className={classes.picture} src={src} alt="" draggable={false} style={getImagePosition(size, crop)} />
)
