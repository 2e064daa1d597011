/** Returns a Buffer over the same bytes, without copying the bytes. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
