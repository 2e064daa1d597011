/** A received CFDI may have 5 MB and is sent whole; the rest is for the data around it. */
export const messageBytesMax = 6 << 20;

/**
 * gRPC's own limit: a message of several calls has the bytes of one call and the data around it.
 */
const frameBytesMax = messageBytesMax + (1 << 20);

/** Options of both channels and servers. */
export const sizeOptions = {
  'grpc.max_receive_message_length': frameBytesMax,
  'grpc.max_send_message_length': frameBytesMax,
  'grpc-node.flow_control_window': 1 << 20,
};
