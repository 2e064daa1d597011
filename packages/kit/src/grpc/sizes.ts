/**
 * The size limit of a message in bytes. A received CFDI may have 5 MB and is sent in one message.
 * The remaining 1 MB is for the other fields of the message.
 */
export const messageBytesMax = 6 << 20;

/**
 * The size limit that gRPC enforces, in bytes. The frame limit is greater than the limit of one
 * message, because a frame can contain several calls and additional data.
 */
const frameBytesMax = messageBytesMax + (1 << 20);

/** The message size options of gRPC channels and servers. */
export const sizeOptions = {
  'grpc.max_receive_message_length': frameBytesMax,
  'grpc.max_send_message_length': frameBytesMax,
  'grpc-node.flow_control_window': 1 << 20,
};
