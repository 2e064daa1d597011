/** A received CFDI may have 5 MB, and travels whole; the rest is for what comes with it. */
export const messageBytesMax = 6 << 20;

/** gRPC's own limit: a message of several calls has the bytes of one call and what comes with it. */
const frameBytesMax = messageBytesMax + (1 << 20);

/** Options of channels and servers alike. */
export const sizeOptions = {
  'grpc.max_receive_message_length': frameBytesMax,
  'grpc.max_send_message_length': frameBytesMax,
  'grpc-node.flow_control_window': 1 << 20,
};
