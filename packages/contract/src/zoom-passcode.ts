/** What Zoom lets a meeting have as its passcode. Apart from the shapes, so that forms can ask it without them. */
export const zoomPasscode = /^[a-zA-Z0-9@_*-]{0,10}$/
