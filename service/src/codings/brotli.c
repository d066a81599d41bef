#include "codings/kinds.h"

#include <brotli/decode.h>

static void *begin_brotli(void)
{
    return BrotliDecoderCreateInstance(NULL, NULL, NULL);
}

static bool is_no_memory(BrotliDecoderErrorCode code)
{
    return code <= BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES &&
           code >= BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES;
}

static svc_stream_state run_brotli(void *stream, svc_stream_step *step)
{
    BrotliDecoderState *state = stream;
    const uint8_t *in = (const uint8_t *)step->in;
    uint8_t *out = (uint8_t *)step->out;
    BrotliDecoderResult result = BrotliDecoderDecompressStream(state, &step->in_length, &in,
                                                               &step->out_length, &out, NULL);

    step->in = (const char *)in;
    step->out = (char *)out;
    switch (result) {
    case BROTLI_DECODER_RESULT_SUCCESS:
        return SVC_STREAM_END;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT:
        return SVC_STREAM_IN;
    case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT:
        return SVC_STREAM_OUT;
    case BROTLI_DECODER_RESULT_ERROR:
        break;
    }
    return is_no_memory(BrotliDecoderGetErrorCode(state)) ? SVC_STREAM_NO_MEMORY
                                                          : SVC_STREAM_BROKEN;
}

static void end_brotli(void *stream)
{
    BrotliDecoderDestroyInstance(stream);
}

const svc_stream_kind svc_stream_brotli = {begin_brotli, run_brotli, NULL, end_brotli};
