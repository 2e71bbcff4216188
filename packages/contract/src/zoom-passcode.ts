/** Valid passcodes of Zoom meetings. In a separate file without schemas, for forms. */
export const zoomPasscode = /^[a-zA-Z0-9@_*-]{0,10}$/
