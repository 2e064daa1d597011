/**
 * The limit of a message, in bytes. A received CFDI may have 5 MB and is sent as a whole. The
 * remaining 1 MB is for the other fields of the message.
 */
export const messageBytesMax = 6 << 20;

/**
 * The limit that gRPC enforces, in bytes. It is greater than the limit of one message, because a
 * frame may carry several calls and additional data.
 */
const frameBytesMax = messageBytesMax + (1 << 20);

/** Options for channels and for servers. */
export const sizeOptions = {
  'grpc.max_receive_message_length': frameBytesMax,
  'grpc.max_send_message_length': frameBytesMax,
  'grpc-node.flow_control_window': 1 << 20,
};
