/**
 * A received CFDI may have 5 MB and is sent as a whole. The limit of a message in bytes. The data around a
 * CFDI get the bytes that the CFDI leaves.
 */
export const messageBytesMax = 6 << 20;

/**
 * The limit of gRPC itself, because a message with several calls has the bytes of one call and
 * additional data.
 */
const frameBytesMax = messageBytesMax + (1 << 20);

/** Options for channels and for servers. */
export const sizeOptions = {
  'grpc.max_receive_message_length': frameBytesMax,
  'grpc.max_send_message_length': frameBytesMax,
  'grpc-node.flow_control_window': 1 << 20,
};
